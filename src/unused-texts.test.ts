import { expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { API } from 'typescript/unstable/async'
import type { Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { recordKinds } from '#features/kinds'
import { pageNames } from '#features/page-contents/contract'
import { pageFields, pageContentKindOf } from '#features/page-contents/page-fields'
import enAdmin from '#locales/en/admin.json'
import enInner from '#locales/en/inner.json'
import enServer from '#locales/en/server.json'
import enSite from '#locales/en/site.json'
import { type Field, type Fields, namesOf, partsOf, type RowField } from '#records/kind/fields'

const root = resolve(import.meta.dir, '..')
const ids = Object.keys({ ...enSite, ...enInner, ...enAdmin, ...enServer })

type Sources = {
  /** The ids that are written out, and those that the types of templates allow (`links.is.${state}`). */
  texts: Set<string>
  /** All other literals, and the names of properties. */
  words: Set<string>
  /** The last arguments of functions that make ids of any word. */
  named: Record<'kindText' | 'notFound', Set<string>>
}

test('the sources use every text', async () => {
  const { texts, words, named } = await readSources()
  const used = new Set([...texts, ...textsOfKinds(named), ...textsOfPages()])
  const isUsed = (id: string) => used.has(id) || [...groupsOfWords].some((group) => isWordOf(group, id))
  // The screen of texts names the groups of ids.
  const groups = new Set(ids.map((id) => `site.texts.group.${id.split('.')[0]}`))
  const isWordOf = (group: string, id: string) =>
    groups.has(id) ||
    (id.startsWith(group) &&
      id
        .slice(group.length)
        .split('.')
        .every((word) => words.has(word)))
  const unused = ids.filter((id) => !isUsed(id) && !isUsed(id.replace(/^(news|off)\./, '')))
  expect(texts.size).toBeGreaterThan(2500)
  expect([...named.notFound]).toContain('route')
  expect(unused).toEqual([])
})

/** Groups of ids whose last part is a name that is only known as a string. */
const groupsOfWords = ['fields.', 'import.why.', 'site.look.', 'site.texts.group.']

async function readSources(): Promise<Sources> {
  const texts = new Set<string>()
  const words = new Set<string>()
  const named = { kindText: new Set<string>(), notFound: new Set<string>() }
  const api = new API({ cwd: root })
  const snapshot = await api.updateSnapshot({ openProject: join(root, 'tsconfig.json') })
  for (const { program, checker } of snapshot.getProjects()) {
    const addTypes = async (nodes: readonly Node[], to: Set<string>) => {
      const types = nodes.length > 0 ? await checker.getTypeAtLocation(nodes) : []
      const parts = await Promise.all(types.map((type) => (type?.isUnionType() ? type.getTypes() : [type])))
      for (const part of parts.flat()) if (part?.isStringLiteralType()) to.add(part.value)
    }
    for (const path of (await program.getSourceFileNames()).filter(isSource)) {
      const found = inside(await program.getSourceFile(path))
      for (const word of found.words) (word.includes('.') ? texts : words).add(word)
      await addTypes(found.templates, texts)
      await addTypes(found.calls.kindText, named.kindText)
      await addTypes(found.calls.notFound, named.notFound)
    }
  }
  await api.close()
  return { texts, words, named }
}

const isSource = (path: string): boolean =>
  path.startsWith(join(root, 'src/')) && !/\.test\.tsx?$|\/src\/test\//.test(path)

function inside(file: Node | undefined) {
  const words: string[] = []
  const templates: Node[] = []
  const calls: Record<keyof Sources['named'], Node[]> = { kindText: [], notFound: [] }
  const visit = (node: Node): void => {
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) words.push(node.text)
    if (is.isTemplateExpression(node)) templates.push(node)
    if ((is.isPropertyAssignment(node) || is.isShorthandPropertyAssignment(node)) && is.isIdentifier(node.name))
      words.push(node.name.text)
    if (is.isCallExpression(node) && is.isIdentifier(node.expression)) {
      const last = node.arguments.at(-1)
      const name = node.expression.text
      if (last && (name === 'kindText' || name === 'notFound')) calls[name].push(last)
    }
    node.forEachChild(visit)
  }
  if (file) visit(file)
  return { words, templates, calls }
}

/** `post.createFailed`, `post.excerpt`, `post.excerptHint`, `custom-page.blocks.hero.title`, `errors.postNotFound`. */
function textsOfKinds({ kindText, notFound }: Sources['named']): string[] {
  const ofKinds = recordKinds.flatMap(({ name, fields }: { name: string; fields: Fields }) => [
    ...[...kindText].map((text) => `${name}.${text}`),
    ...pathsIn(fields).map((path) => `${name}.${path}`),
    ...namesOf(fields, (field) => 'hinted' in field).map((field) => `${name}.${field}Hint`),
    `errors.${name}NotFound`,
    `translation.kind.${name}`,
  ])
  return [...ofKinds, 'translation.kind.page', ...[...notFound].map((what) => `errors.${what}NotFound`)]
}

const textsOfPages = (): string[] =>
  pageNames.flatMap((page) => [
    ...pageFields[page].map(({ group }) => `page.group.${group}`),
    ...pathsIn(pageContentKindOf(page).fields).map((path) => pageContentKindOf(page).labelOf?.(path.split('.')) ?? ''),
  ])

/** The names of fields, and those of the fields in them, with the types of blocks. */
const pathsIn = (fields: Readonly<Record<string, Field | RowField>>): string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    name,
    ...(field.type === 'blocks'
      ? Object.entries(field.types).flatMap(([type, inner]) => [
          type,
          ...pathsIn(inner).map((path) => `${type}.${path}`),
        ])
      : partsOf(field).flatMap(pathsIn)
    ).map((path) => `${name}.${path}`),
  ])
