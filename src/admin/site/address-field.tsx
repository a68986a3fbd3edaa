import { useState } from 'react'
import { FieldAnchor } from '#records/editor/fields/field-location'
import { useText } from '#i18n/i18n'
import { ComboField } from '#ui/controls/fields/combo-field'
import { usePageOptions } from './use-page-options'

type AddressFieldProps = {
  label: string
  description?: string
  /** Of the field among the site's values. */
  path: string
  value: string
  error?: string
  onChange: (value: string) => void
}

/** Where something leads: a page, found by its title or its path, or any other address. */
export function AddressField({ path, value, ...field }: AddressFieldProps) {
  const t = useText()
  const [isWanted, setIsWanted] = useState(false)
  const { options, isSearching } = usePageOptions(value, isWanted)
  return (
    <FieldAnchor className="site-address" path={path}>
      <ComboField
        {...field}
        value={value}
        options={options}
        optionsLabel={t('site.pages')}
        searching={isSearching ? t('site.pagesSearching') : undefined}
        onFocusChange={setIsWanted}
      />
    </FieldAnchor>
  )
}
