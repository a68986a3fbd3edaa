import { giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { siteAnswer, siteInput } from './contract'

const entry = { label: { en: 'Contact', es: 'Contacto' }, href: sitePaths.contact }
const example = {
  name: 'Industria AI',
  footer: { en: 'AI applications for industries.', es: 'Aplicaciones de IA para industrias.' },
  copyright: { en: '© {year} Industria AI', es: '' },
  accent: '#c8401c',
  navigation: [{ ...entry, children: [] }],
}
giveExample(siteInput, {
  ...example,
  logo: null,
  icon: null,
  socialPicture: null,
  announcement: null,
  hidden: ['version'],
  home: null,
})
giveExample(siteAnswer, {
  ...example,
  logo: null,
  icon: null,
  socialPicture: null,
  announcement: null,
  hidden: ['version'],
  home: null,
})

export const operations = describe({
  readSite: {
    summary: 'Retrieve the site',
    description:
      'Name, logo, colours, navigation and other settings of the public site; defaults where nothing was saved. Without a session, navigation entries of unpublished pages and inactive announcements are left out.',
  },
  changeSite: {
    summary: 'Update the site',
    description:
      'Omitted fields keep their values; null resets a field to its default. Pictures are ids of media items. An icon is an SVG, or square with at least 512 pixels. `hidden` names built-in parts of the pages to switch off: `badge` (above the headline of the home page), `waitlist` (its section there), `industries` and `version` (in the footer). `home.page` is the id, or a slug, of a published custom page that is shown as the home page at `/` and `/es/`: its own path redirects there, and it cannot be unpublished or moved to the trash (409). null shows the built-in home page.',
    ifMatch: true,
  },
})
