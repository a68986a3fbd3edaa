import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { siteValues } from '#contract/site-values'
import { siteAnswer, siteInput } from './contract'

const entry = { label: { en: 'Contact', es: 'Contacto' }, href: sitePaths.contact }
const example = {
  name: 'Acme',
  footer: { en: 'We repair bicycles.', es: 'Reparamos bicicletas.' },
  copyright: { en: '© {year} Acme', es: '' },
  accent: '#c8401c',
  look: {
    type: 'newsreader' as const,
    corners: 'soft' as const,
    width: 'narrow' as const,
    drawings: false,
    scheme: 'system' as const,
    switch: true,
  },
  navigation: [{ ...entry, children: [] }],
}
const social = { kind: 'github' as const, url: 'https://github.com/acme' }
const rest = {
  logo: null,
  logoDark: null,
  icon: null,
  socialPicture: null,
  announcement: null,
  hidden: ['version' as const],
  home: null,
}
giveExample(siteInput, { ...example, ...rest })
giveExample(siteAnswer, { ...example, ...rest })

const meanings = {
  accent: 'The accent colour, as `#rrggbb`.',
  announcement: 'The banner above all pages, from `from` (null: now) until `until` (null: for ever).',
  hidden:
    'Built-in parts of the pages that are switched off: `badge` (above the headline of the home page), `waitlist` (its section there), `industries` and `version` (in the footer).',
  home: 'The published custom page that is shown at `/` and `/es/`: its own path redirects there, and it cannot be unpublished or moved to the trash. null shows the built-in home page.',
}
describeFields(siteInput, {
  ...meanings,
  copyright: '`{year}` is replaced by the current year.',
  logo: 'The id of a media item.',
  logoDark: 'The id of the logo for dark backgrounds; null for the same one.',
  icon: 'The id of an SVG, or of a square picture of at least 512 pixels.',
  look: 'Omitted fields keep their values. `switch`: visitors can switch the colour scheme; by default once a `scheme` was chosen.',
})
describeFields(siteValues, meanings)

export const operations = describe({
  getSite:
    'Get the site. The settings of the public site, or their defaults. Without a session, navigation entries of unpublished pages and inactive announcements are left out.',
  updateSite: 'Update the site. Omitted fields keep their values; null resets a field to its default.',
  listSiteRevisions: 'List versions of the site settings. All saved versions, newest first.',
  getSiteRevision: {
    text: 'Get a version of the site settings. With all its values, and defaults.',
    answers: { 200: { example: { values: { ...example, ...rest, social: [social] } } } },
  },
  restoreSiteRevision:
    'Restore a version of the site settings. Its values are published as a new version, without pictures and a home page that no longer exist.',
})
