import { useText } from '#i18n/i18n'
import { FieldAnchor } from '#records/editor/fields/field-location'
import type { Editor } from '#records/editor/saving/use-editor'
import { DateTimeField } from '#ui/controls/fields/date-time-field'
import { textField } from '#records/editor/fields/text-field'
import type { Values } from '#records/editor/values/values'
import { AddressField } from './address-field'
import { FieldTexts } from './field-texts'

/** The fields of the announcement bar. */
export function AnnouncementFields({ form }: { form: Editor<Values> }) {
  const t = useText()
  return (
    <div className="site-fields">
      <FieldTexts
        form={form}
        name="announcement.text"
        label={t('site.announcement.text')}
        description={t('site.announcementHint')}
        maxLength={200}
        rows={2}
      />
      <AddressField
        label={t('site.announcement.href')}
        description={t('site.announcementHrefHint')}
        path="announcement.href"
        {...textField(form, 'announcement.href')}
      />
      <Moment form={form} name="from" />
      <Moment form={form} name="until" />
    </div>
  )
}

function Moment({ form, name }: { form: Editor<Values>; name: 'from' | 'until' }) {
  const t = useText()
  const path = `announcement.${name}`
  return (
    <FieldAnchor path={path}>
      <DateTimeField
        clear={t('editing.clearField', { field: t(`site.announcement.${name}`) })}
        label={t(`site.announcement.${name}`)}
        description={t(`site.announcement.${name}Hint`)}
        {...textField(form, path)}
      />
    </FieldAnchor>
  )
}
