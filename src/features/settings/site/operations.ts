import { giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { siteAnswer, siteInput } from './contract'

const entry = { label: { en: 'Contact', es: 'Contacto' }, href: sitePaths.contact }
const example = {
  name: 'Industria AI',
  footer: { en: 'AI applications for industries.', es: 'Aplicaciones de IA para industrias.' },
  copyright: { en: '© {year} Industria AI', es: '' },
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
const social = { kind: 'github' as const, url: 'https://github.com/industria-ai' }
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

export const operations = describe({
  getSite:
    'Get the site. Name, logo, colours, navigation and other settings of the public site; defaults where nothing was saved. Without a session, navigation entries of unpublished pages and inactive announcements are left out.',
  updateSite:
    'Update the site. Omitted fields keep their values; null resets a field to its default. Pictures are ids of media items. An icon is an SVG, or square with at least 512 pixels. `hidden` names built-in parts of the pages to switch off: `badge` (above the headline of the home page), `waitlist` (its section there), `industries` and `version` (in the footer). `home.page` is the id, or a slug, of a published custom page that is shown as the home page at `/` and `/es/`: its own path redirects there, and it cannot be unpublished or moved to the trash (409). null shows the built-in home page. Omitted fields of `look` keep their values too; visitors can switch the colour scheme (`switch`) by default once a `scheme` was chosen.',
  listSiteRevisions: 'List versions of the site settings. All saved versions, newest first.',
  getSiteRevision: {
    text: 'Get a version of the site settings. Includes all values of the version, with defaults.',
    answers: { 200: { example: { values: { ...example, ...rest, social: [social] } } } },
  },
  restoreSiteRevision:
    'Restore a version of the site settings. Publishes the values of the version as a new one, without pictures and a home page that no longer exist.',
})
