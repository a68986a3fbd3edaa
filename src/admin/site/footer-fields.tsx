import type { SocialLink } from '#contract/site'
import { type SitePart, siteParts, type SocialKind, socialKinds, mostSocialLinks } from '#contract/site-values'
import { useText } from '#i18n/i18n'
import { FieldAnchor } from '#records/editor/fields/field-location'
import { ListRows } from '#records/editor/nested/list-rows'
import type { Editor } from '#records/editor/saving/use-editor'
import type { Values } from '#records/editor/values/values'
import { Select } from '#ui/controls/fields/select'
import { Switch } from '#ui/controls/fields/switch'
import { TextField } from '#ui/controls/fields/text-field'
import { FieldTexts } from './field-texts'
import { changedAt, moveRow, without, withRow } from './rows'
import { hiddenOf, socialOf, toList } from './site-values'

/** The fields of the footer. */
export function FooterFields({ form }: { form: Editor<Values> }) {
  const t = useText()
  return (
    <div className="site-fields">
      <FieldTexts
        form={form}
        name="footer"
        label={t('site.footer')}
        description={t('site.footerHint')}
        maxLength={300}
        rows={3}
      />
      <FieldTexts
        form={form}
        name="copyright"
        label={t('site.copyright')}
        description={t('site.copyrightHint')}
        maxLength={120}
        chips={[{ name: 'year', label: t('site.texts.chip.year') }]}
      />
      <SocialFields form={form} />
      <PartSwitches form={form} />
    </div>
  )
}

/** The built-in parts of the pages that can be switched off; their words are among the texts. */
function PartSwitches({ form }: { form: Editor<Values> }) {
  const t = useText()
  const hidden = hiddenOf(form.values)
  const change = (part: SitePart, isShown: boolean) =>
    form.change({ hidden: toList(siteParts.filter((one) => (one === part ? !isShown : hidden.includes(one)))) })
  return (
    <FieldAnchor path="hidden">
      <fieldset className="settings-group">
        <legend>{t('site.hidden')}</legend>
        <p className="kit-note">{t('site.hiddenHint')}</p>
        {siteParts.map((part) => (
          <Switch key={part} isSelected={!hidden.includes(part)} onChange={(isShown) => change(part, isShown)}>
            {t(`site.hidden.${part}`)}
          </Switch>
        ))}
      </fieldset>
    </FieldAnchor>
  )
}

function SocialFields({ form }: { form: Editor<Values> }) {
  const t = useText()
  const links = socialOf(form.values) ?? []
  const write = (rows: SocialLink[]) => form.change({ social: toList(rows) })
  const change = (index: number, patch: Partial<SocialLink>) => write(changedAt(links, index, patch))
  return (
    <ListRows
      label={t('site.social')}
      rows={links.length}
      shown={links.length}
      error={form.errors.social}
      titleOf={(index) => t(`site.social.${links[index]?.kind ?? 'link'}`)}
      onInsert={links.length < mostSocialLinks ? () => write(withRow(links, { kind: 'link', url: '' })) : undefined}
      onMove={(from, to) => write(moveRow(links, from, to))}
      onRemove={(index) => write(without(links, index))}
      renderRow={(index) => (
        <div className="site-row">
          <Select
            label={t('site.socialKind')}
            value={links[index]?.kind ?? 'link'}
            onChange={(kind) => change(index, { kind: kind as SocialKind })}
            options={socialKinds.map((kind) => ({ value: kind, label: t(`site.social.${kind}`) }))}
          />
          <FieldAnchor path={`social.${index}.url`}>
            <TextField
              label={t(links[index]?.kind === 'email' ? 'site.socialEmail' : 'site.socialUrl')}
              value={links[index]?.url ?? ''}
              error={form.errors[`social.${index}.url`]}
              inputMode={links[index]?.kind === 'email' ? 'email' : 'url'}
              onChange={(url) => change(index, { url })}
            />
          </FieldAnchor>
        </div>
      )}
    />
  )
}
