import { siteCatalogs } from '#app/browser-catalogs'

/** The entry of every page: what brings it alive is loaded once it can be seen. A page in the background is painted later, and need not wait. */
function bringAlive() {
  void import('./browser')
  void siteCatalogs[document.documentElement.lang === 'es' ? 'es' : 'en']()
}

if (document.hidden) bringAlive()
else requestAnimationFrame(() => setTimeout(bringAlive))
