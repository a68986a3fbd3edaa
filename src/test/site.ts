import type { Site } from '#contract/site'
import { sitePaths } from '#i18n/addresses/paths'

/** The site of the tests of screens: as it comes, under another name. */
export const testSite: Site = {
  name: 'Acme',
  origin: 'https://acme.test',
  year: 2031,
  footer: { en: 'All that one needs.', es: 'Todo lo que hace falta.' },
  copyright: { en: '© {year} Acme. All rights reserved.', es: '© {year} Acme. Todos los derechos reservados.' },
  social: [
    { kind: 'github', url: 'https://github.com/acme', name: 'GitHub' },
    { kind: 'linkedin', url: 'https://linkedin.com/acme', name: 'LinkedIn' },
  ],
  navigation: [
    { label: { en: 'Projects', es: 'Proyectos' }, href: sitePaths.projects, children: [] },
    { label: { en: 'Blog', es: 'Blog' }, href: sitePaths.blog, children: [] },
    { label: { en: 'About', es: 'Nosotros' }, href: sitePaths.about, children: [] },
    { label: { en: 'Contact', es: 'Contacto' }, href: sitePaths.contact, children: [] },
  ],
  announcement: null,
}
