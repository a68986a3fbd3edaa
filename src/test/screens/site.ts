import type { Site } from '#contract/site'
import { byLanguage } from '#i18n/by-language'

/** The site for tests of screens: the defaults under another name. */
export const testSite: Site = {
  name: 'Acme',
  origin: 'https://acme.test',
  footer: { ...byLanguage(() => ''), en: 'All that one needs.', es: 'Todo lo que hace falta.' },
  copyright: {
    ...byLanguage(() => ''),
    en: '© 2031 Acme. All rights reserved.',
    es: '© 2031 Acme. Todos los derechos reservados.',
  },
  social: [
    { kind: 'github', url: 'https://github.com/acme', name: 'GitHub' },
    { kind: 'linkedin', url: 'https://linkedin.com/acme', name: 'LinkedIn' },
  ],
}
