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
giveExample(siteInput, { ...example, logo: null, icon: null, socialPicture: null, announcement: null })
giveExample(siteAnswer, { ...example, logo: null, icon: null, socialPicture: null, announcement: null })

export const operations = describe({
  readSite: {
    summary: 'Read what the site is called and looks like',
    description:
      'The values in force: what the owner has stored, and what is built in where nothing is. Without a session, entries of the navigation whose page is not live and an announcement that is not in force are left out.',
  },
  changeSite: {
    summary: 'Change what the site is called and looks like',
    description:
      'Any of the values; what is left out stays, and null takes a value back to the built-in one. Pictures are ids of the library; an icon is square and has 512 pixels at least, or is an SVG.',
    ifMatch: true,
  },
})
