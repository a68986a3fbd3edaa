import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject, root, typeCheck } from '#test/project-copy'

/**
 * Adds a kind of record, `job`, to a copy of the project: a folder like those of the other kinds, screens and texts,
 * and a counted number of edits in existing files. The copy passes the type check and the architecture tests, and its
 * jobs have all capabilities of the other kinds.
 */
const { at, run, remove } = copyProject('further-kind')
/** Existing files that were edited. */
const edited = new Set<string>()

beforeAll(async () => {
  addKind()
  await run('bun', 'run', 'db:generate', '--name', 'jobs')
}, 120_000)
afterAll(remove)

test('changes ten existing files', () => {
  expect([...edited].toSorted()).toEqual([
    'locales/en/admin.json',
    'locales/en/server.json',
    'locales/en/site.json',
    'locales/es/admin.json',
    'locales/es/server.json',
    'locales/es/site.json',
    'src/admin/shell/entries.ts',
    'src/app/features.ts',
    'src/features/kinds.ts',
    'src/site/routes.tsx',
  ])
})

describe('the project with a further kind', () => {
  test('passes the type check', () => run(...typeCheck), 240_000)

  test('passes the architecture tests', () => run('bun', 'test', 'src/architecture.test.ts'), 120_000)

  test('supports every operation that other kinds do', async () => {
    const report = await run(
      'bun',
      'test',
      '--timeout',
      '60000',
      '-t',
      'a job|the list of kinds',
      'src/app/kinds.test.ts',
    )
    expect(Number(/(\d+) pass/.exec(report)?.[1])).toBeGreaterThan(10)
  }, 240_000)
})

const paths = `
export const jobsPath = '/jobs/'
export const jobPath = '/jobs/:slug/'
export const jobsScreen = '/admin/jobs/'
`

function addKind(): void {
  copyAsJobs('src/features/projects', 'src/features/jobs')
  write('src/features/jobs/paths.ts', () => paths)
  for (const path of [
    'src/admin/projects.tsx',
    'src/site/projects/project-list.tsx',
    'src/site/projects/project-detail.tsx',
  ])
    write(asJob(path), () => jobFile(read(path)))
  const feature = "import { projects } from '#features/projects/feature'\n"
  edit('src/app/features.ts', [feature, feature + jobs(feature)], ['projects, pages,', 'projects, jobs, pages,'])
  const kind = "import { projectKind } from './projects/contract'\n"
  edit(
    'src/features/kinds.ts',
    [kind, kind + jobs(kind)],
    ['projectKind, customPageKind]', 'projectKind, jobKind, customPageKind]'],
  )
  addPages()
  addScreen()
  addTexts()
}

function addPages(): void {
  const source = read('src/site/routes.tsx')
  const screens = linesWith(source, /import\('\.\/projects\/project-(?:list|detail)'\)/)
  const imports = linesWith(source, /#features\/projects\//)
  const list = between(source, '  {\n    path: sitePaths.projects,', '\n  },\n')
  const one = between(source, '  {\n    path: projectPath,', '\n  },\n')
  edit(
    'src/site/routes.tsx',
    [
      imports,
      imports + asJob(imports).replace('{ jobPath }', '{ jobPath, jobsPath }').replace('featuredJobsQuery, ', ''),
    ],
    [screens, screens + jobs(screens)],
    [one, one + jobs(list) + jobs(one)],
  )
}

function addScreen(): void {
  const source = read('src/admin/shell/entries.ts')
  const screen = linesWith(source, /const ProjectsScreen = /)
  const entry = linesWith(source, /path: adminPaths\.projects,/)
  edit(
    'src/admin/shell/entries.ts',
    [screen, "import { jobsScreen } from '#features/jobs/paths'\n" + screen + jobs(screen)],
    [
      entry,
      entry +
        entry
          .replace('adminPaths.projects', 'jobsScreen')
          .replace('adminNav.projects', 'adminNav.jobs')
          .replace('ProjectsScreen', 'JobsScreen'),
    ],
  )
}

function addTexts(): void {
  for (const language of ['en', 'es'])
    for (const catalog of ['site', 'admin', 'server']) {
      const path = `locales/${language}/${catalog}.json`
      const texts = JSON.parse(read(path)) as Record<string, string>
      const further = Object.entries(texts).flatMap(([id, text]) =>
        /\bprojects?\b|projectNotFound/.test(id) && !id.startsWith('page.') ? [[asJob(id), text] as const] : [],
      )
      expect(further.length).toBeGreaterThan(0)
      edited.add(path)
      writeFileSync(at(path), JSON.stringify({ ...Object.fromEntries(further), ...texts }, null, 2))
    }
}

const asJob = (text: string) =>
  text
    .replaceAll('projects', 'jobs')
    .replaceAll('Projects', 'Jobs')
    .replaceAll('project', 'job')
    .replaceAll('Project', 'Job')

/** Renames posts to jobs, with paths of their own; the names of pages stay. */
const jobs = (source: string) =>
  asJob(source)
    .replaceAll('sitePaths.jobs', 'jobsPath')
    .replaceAll('adminPaths.jobs', 'jobsScreen')
    .replaceAll('page="jobs"', 'page="projects"')
    .replaceAll(/((?:pageQuery|usePageContent)\()'jobs'/g, "$1'projects'")

/** A source file of the kind, with its import paths. */
function jobFile(source: string): string {
  const text = ['sitePaths', 'adminPaths'].reduce(
    (file, name) =>
      file.includes(`${name}.`) ? file : file.replace(new RegExp(`import \\{ ${name} \\} from .*\n`), ''),
    jobs(source),
  )
  const needed = ['jobsPath', 'jobsScreen'].filter((name) => text.includes(name))
  return needed.map((name) => `import { ${name} } from '#features/jobs/paths'\n`).join('') + text
}

function copyAsJobs(from: string, to: string): void {
  for (const name of readdirSync(join(root, from)))
    if (!/\.test\.tsx?$/.test(name)) write(`${to}/${asJob(name)}`, () => jobFile(read(`${from}/${name}`)))
}

const read = (path: string, folder = root) => readFileSync(join(folder, path), 'utf8')

function write(path: string, text: () => string): void {
  cpSync(join(root, 'LICENSE'), at(path), { force: true })
  writeFileSync(at(path), text())
}

function edit(path: string, ...changes: (readonly [string, string])[]): void {
  const before = read(path)
  const after = changes.reduce((text, [from, to]) => {
    expect(text).toContain(from)
    return text.replace(from, () => to)
  }, before)
  edited.add(path)
  writeFileSync(at(path), after)
}

const linesWith = (source: string, pattern: RegExp) =>
  source
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => `${line}\n`)
    .join('')

const between = (source: string, from: string, to: string) => {
  const start = source.indexOf(from)
  expect(start).toBeGreaterThan(0)
  return source.slice(start, source.indexOf(to, start) + to.length)
}
