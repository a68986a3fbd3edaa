import { z } from 'zod'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { defineKind } from '#records/kind/record'
import { defaultLanguage, type Language } from '#i18n/language'
import { isRecord } from '#text/parse-json'
import { localizedTexts } from '#records/translation/localized-texts'
import { projectPath } from './paths'

/** The schema.org properties of a project's facts and results. */
function evidenceProperties(record: Readonly<Record<string, unknown>>, language: Language): object {
  const translations = isRecord(record.translations) ? record.translations : {}
  const texts = localizedTexts(record, language === defaultLanguage ? undefined : (translations[language] ?? {}))
  const about = texts.rows('facts').map((fact) => property(fact.text('label'), fact.text('value')))
  const mentions = texts.rows('results').map((result) => ({
    ...property(result.text('label'), result.text('after')),
    description: [`${result.text('before')} → ${result.text('after')}`, result.text('note')].filter(Boolean).join('. '),
  }))
  return { ...(about.length > 0 ? { about } : {}), ...(mentions.length > 0 ? { mentions } : {}) }
}

const property = (name: string, value: string) => ({ '@type': 'PropertyValue', name, value })

const text = (max: number) => ({ type: 'text', max, required: true, translated: true }) as const

export const projectKind = defineKind({
  name: 'project',
  noun: { one: 'project', many: 'projects' },
  label: 'nav.projects',
  api: '/projects',
  page: projectPath,
  screen: adminPaths.projects,
  schemaType: 'CreativeWork',
  schemaProperties: evidenceProperties,
  fields: {
    title: { type: 'text', max: 200, required: true, translated: true, searched: true },
    description: {
      type: 'lines',
      max: 1000,
      required: true,
      translated: true,
      searched: true,
      hinted: true,
      proposed: 'firstSentences',
    },
    content: { type: 'html', max: 500_000, required: true, translated: true },
    /** The title block of its page: client, place, year. */
    facts: { type: 'list', max: 12, hinted: true, entry: { label: text(60), value: text(200) } },
    /** Measured figures, as texts: `6 min`, `96.1 %`. Equal ones before and after say that it had no effect. */
    results: {
      type: 'list',
      max: 6,
      hinted: true,
      entry: {
        label: text(120),
        before: text(40),
        after: text(40),
        note: { type: 'lines', max: 300, translated: true },
      },
    },
    category: { type: 'text', max: 100, required: true, translated: true, searched: true, suggested: true },
    imageUrl: { type: 'picture', required: true, proposed: 'firstPicture' },
    type: { type: 'text', max: 100 },
    excerpt: { type: 'lines', max: 1000, translated: true },
    isFeatured: { type: 'flag' },
    githubUrl: { type: 'link' },
    demoUrl: { type: 'link' },
    publishedAt: { type: 'moment' },
  },
  aside: ['imageUrl', 'category', 'isFeatured', 'githubUrl', 'demoUrl', 'type', 'excerpt', 'publishedAt'],
  arranged: true,
  // `/api/projects/featured` is a list.
  reservedSlugs: ['featured'],
})

export type Project = z.infer<typeof projectKind.record>
export type ProjectSummary = z.infer<typeof projectKind.summary>
export type EditedProjectSummary = z.infer<typeof projectKind.editedSummary>
export type ProjectTranslations = z.infer<typeof projectKind.translations>
export type ProjectResult = Project['results'][number]

export const nextProject = z.object({ next: projectKind.summary.nullable() }).meta({ id: 'NextProject' })
export type NextProject = z.infer<typeof nextProject>
