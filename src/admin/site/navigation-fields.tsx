import { useQuery } from '@tanstack/react-query'
import type { MenuEntry, MenuLink, SocialLink } from '#contract/site'
import {
  longestMenu,
  mostSocialLinks,
  type SitePart,
  siteParts,
  type SocialKind,
  socialKinds,
} from '#contract/site-values'
import { customPageKind } from '#features/custom-pages/contract'
import { useText } from '#i18n/i18n'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { FieldAnchor, focusField } from '#records/editor/fields/field-location'
import { textField, type Editor } from '#records/editor/saving/use-editor'
import { ListRows } from '#records/editor/nested/list-rows'
import type { Values } from '#records/editor/values/values'
import { recordsPartQuery } from '#records/screen/load-record'
import { Button } from '#ui/controls/buttons/button'
import { Select, Switch } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/states'
import { AddressField } from './address-field'
import { changedAt, moveRow, without, withRow, navigationOf, toList, hiddenOf, socialOf } from './site-values'
import { ChipField } from '#editing/chips/chip-field'
import { type Chip, partsIn, textOf } from '#editing/chips/chip-text'

/** The home page, and the entries of the menu. */
export function NavigationFields({ form }: { form: Editor<Values> }) {
  return (
    <div className="site-fields">
      <HomePageField form={form} />
      <Menu form={form} />
    </div>
  )
}

const mostPages = 100

/** The built-in home page, or one of the published custom pages. */
function HomePageField({ form }: { form: Editor<Values> }) {
  const t = useText()
  const { data: pages } = useQuery(recordsPartQuery(customPageKind, { status: 'published', limit: mostPages }))
  const { value, onChange, error } = textField(form, 'home')
  const options = (pages?.rows ?? []).map(({ id, title }) => ({ value: String(id), label: title }))
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <FieldAnchor path="home" className="site-home">
      <Select
        label={t('site.home')}
        value={value}
        onChange={onChange}
        error={error ?? form.errors['home.page']}
        options={[
          { value: '', label: t('site.homeBuiltIn') },
          ...(isKnown ? [] : [{ value, label: `#${value}` }]),
          ...options,
        ]}
      />
      <p className="kit-note">{t('site.homeHint')}</p>
    </FieldAnchor>
  )
}

/** The entries of the menu, with their submenus. */
function Menu({ form }: { form: Editor<Values> }) {
  const t = useText()
  const entries = navigationOf(form.values)
  const write = (rows: MenuEntry[] | null) => form.change({ navigation: toList(rows) })
  /** The pressed button disappears, so the first control of what replaces it is focused. */
  const replace = (rows: MenuEntry[] | null) => {
    write(rows)
    focusField({ path: 'navigation' })
  }
  if (!entries)
    return (
      <FieldAnchor path="navigation">
        <Alert variant="info" action={<Button onPress={() => replace([])}>{t('site.navigationOwn')}</Button>}>
          {t('site.navigationBuiltIn')}
        </Alert>
      </FieldAnchor>
    )
  return (
    <div className="site-fields">
      <p className="kit-note">{t('site.navigationHint')}</p>
      <FieldAnchor path="navigation">
        <Links
          label={t('site.navigation')}
          path="navigation"
          form={form}
          links={entries}
          onChange={write}
          blank={() => ({ ...blankLink(), children: [] })}
          renderBelow={(entry, index) => (
            <Links
              label={t('site.children', { entry: entry.label[defaultLanguage] || String(index + 1) })}
              path={`navigation.${index}.children`}
              form={form}
              links={entry.children}
              blank={blankLink}
              onChange={(children) => write(changedAt(entries, index, { children }))}
            />
          )}
        />
      </FieldAnchor>
      <div className="edit-row">
        <Button variant="quiet" onPress={() => replace(null)}>
          {t('site.navigationReset')}
        </Button>
      </div>
    </div>
  )
}

type LinksProps<Link extends MenuLink> = {
  label: string
  /** The path of the list's validation errors. */
  path: string
  form: Editor<Values>
  links: readonly Link[]
  onChange: (links: Link[]) => void
  blank: () => Link
  renderBelow?: (link: Link, index: number) => React.ReactNode
}

function Links<Link extends MenuLink>({ label, path, form, links, onChange, blank, renderBelow }: LinksProps<Link>) {
  const t = useText()
  const change = (index: number, patch: Partial<MenuLink>) => onChange(changedAt(links, index, patch as Partial<Link>))
  return (
    <ListRows
      label={label}
      rows={links.length}
      shown={links.length}
      error={form.errors[path]}
      titleOf={(index) => links[index]?.label[defaultLanguage] ?? ''}
      onInsert={links.length < longestMenu ? () => onChange(withRow(links, blank())) : undefined}
      onMove={(from, to) => onChange(moveRow(links, from, to))}
      onRemove={(index) => onChange(without(links, index))}
      renderRow={(index) => {
        const link = links[index] ?? blank()
        return (
          <>
            <div className="site-row site-link">
              {languages.map((language) => (
                <FieldAnchor key={language} path={`${path}.${index}.label.${language}`}>
                  <TextField
                    label={t('site.label', { language: locales[language] })}
                    value={link.label[language]}
                    placeholder={language === defaultLanguage ? undefined : link.label[defaultLanguage]}
                    maxLength={60}
                    error={form.errors[`${path}.${index}.label.${language}`]}
                    onChange={(text) => change(index, { label: { ...link.label, [language]: text } })}
                  />
                </FieldAnchor>
              ))}
              <AddressField
                label={t('site.href')}
                path={`${path}.${index}.href`}
                value={link.href}
                error={form.errors[`${path}.${index}.href`]}
                onChange={(href) => change(index, { href })}
              />
            </div>
            {renderBelow?.(link, index)}
          </>
        )
      }}
    />
  )
}

const blankLink = (): MenuLink => ({ label: byLanguage(() => ''), href: '' })

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

type FieldTextsProps = {
  form: Editor<Values>
  /** Its texts are fields below this name, by language. */
  name: string
  label: string
  description?: string
  maxLength: number
  rows?: number
  /** Placeholders, which are chips in the text. */
  chips?: readonly Chip[]
}

/** One text in every language, side by side if there is room. */
export function FieldTexts({ form, name, label, description, maxLength, rows, chips }: FieldTextsProps) {
  const t = useText()
  return (
    <fieldset className="kit-lines">
      <legend className="kit-label">{label}</legend>
      {description !== undefined && <p className="kit-description">{description}</p>}
      <div className="edit-pair" data-languages={languages.length}>
        {languages.map((language) => (
          <FieldAnchor key={language} path={`${name}.${language}`}>
            {chips ? (
              <ChipField
                label={locales[language]}
                chips={chips}
                language={language}
                parts={partsIn(String(form.values[`${name}.${language}`] ?? ''), chips)}
                error={form.errors[`${name}.${language}`]}
                onChange={(parts) => form.change({ [`${name}.${language}`]: textOf(parts) })}
              />
            ) : (
              <TextField
                label={locales[language]}
                {...textField(form, `${name}.${language}`)}
                maxLength={maxLength}
                rows={rows}
                placeholder={
                  language === defaultLanguage ? undefined : String(form.values[`${name}.${defaultLanguage}`] ?? '')
                }
                aria-description={language === defaultLanguage ? undefined : t('site.asEnglish')}
              />
            )}
          </FieldAnchor>
        ))}
      </div>
    </fieldset>
  )
}
