import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parsedCatalogs } from './parsed-catalogs'

const root = resolve(import.meta.dir, '../../..')

/**
 * Bundles the server and the commands into `folder`, which becomes dist/server: a start then reads a few files instead of
 * a thousand. Packages with assets of their own stay external. Chunks of the `last` bundle are kept for a process that
 * still runs it.
 */
export async function bundleServer({ folder, last }: { folder: string; last: string }): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: [
      'server',
      'admin-create',
      'admin-reset',
      'backup',
      'restore',
      'picture-process',
      'import-process',
    ].map((name) => join(root, `src/${name}.ts`)),
    outdir: folder,
    target: 'bun',
    splitting: true,
    minify: { syntax: true, whitespace: true, identifiers: false },
    external: ['@electric-sql/pglite', 'sharp', 'swagger-ui-dist'],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]' },
    // Only the first plugin that matches a file is used, so the catalogs come first.
    plugins: [parsedCatalogs, ownFolders],
  })
  const names = outputs.map(({ path }) => basename(path))
  for (const name of await namesOf(last)) if (!names.includes(name)) cpSync(join(last, name), join(folder, name))
  writeFileSync(join(folder, listing), JSON.stringify(names))
}

const listing = 'made.json'

async function namesOf(bundle: string): Promise<string[]> {
  return existsSync(join(bundle, listing)) ? Bun.file(join(bundle, listing)).json() : []
}

/**
 * Replaces `import.meta.dir` by the source folder relative to the bundle, so that files next to a source file are
 * found.
 */
const ownFolders: Bun.BunPlugin = {
  name: 'own folders',
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path }) => {
      const way = JSON.stringify(`/${relative(join(root, 'dist/server'), dirname(path))}`)
      return {
        contents: (await Bun.file(path).text()).replaceAll('import.meta.dir', `(import.meta.dir + ${way})`),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }
    })
  },
}
