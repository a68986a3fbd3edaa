import { compileCatalog } from '#i18n/compile'

/** Catalogs are built parsed: no parser in the browser, and none at a start of the server. */
export const parsedCatalogs: Bun.BunPlugin = {
  name: 'parsed catalogs',
  setup(build) {
    build.onLoad({ filter: /\/locales\/\w+\/\w+\.json$/ }, async ({ path }) => ({
      contents: `export default JSON.parse(${JSON.stringify(JSON.stringify(compileCatalog(await Bun.file(path).json())))})`,
      loader: 'js',
    }))
  },
}
