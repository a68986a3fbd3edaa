import { and, eq, getTableColumns, inArray, isNotNull, lt, notInArray } from 'drizzle-orm'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { invalid } from '#contract/http-error'
import { isCopy, inLanguage, describeTranslation, type TextInLanguage } from './translated-texts'
import type { RecordKey } from '#records/history/revisions'
import { recordTranslations as marks } from '#records/table'
import type { ComparedTranslation } from './translation-contract'

/** The minimum number of marks kept per record; marks of current texts are kept in addition. */
const mostKept = 5000

const { sourceText: _, ...listed } = getTableColumns(marks)
type Mark = Omit<typeof marks.$inferSelect, 'sourceText'>
/** All texts of a record, or of a draft of it, in each language. */
type Texts = readonly TextInLanguage[]

/**
 * Which translations were written for which English texts. A translation without a mark is older than the marks, and
 * counts as current.
 */
export type Marks = {
  isCurrent(text: TextInLanguage): boolean
  /** Written or confirmed by a person. */
  isConfirmed(text: TextInLanguage): boolean
  newest(text: TextInLanguage): Mark | undefined
  sources: ReadonlySet<string>
  oldestKept: string | undefined
}

/** The marks of one record; `marksOf` reads those of several. */
export const readMarks = async (db: Database, key: RecordKey): Promise<Marks> =>
  (await marksOf(db, key.kind, [key.recordId]))(key.recordId)

export async function marksOf(
  db: Database,
  kind: string,
  recordIds: readonly string[],
): Promise<(recordId: string) => Marks> {
  const rows = await db
    .select(listed)
    .from(marks)
    .where(and(eq(marks.kind, kind), inArray(marks.recordId, [...recordIds]), inArray(marks.language, otherLanguages)))
    .orderBy(marks.savedAt)
  const byRecord = Map.groupBy(rows, ({ recordId }) => recordId)
  return (recordId) => toMarks(byRecord.get(recordId) ?? [])
}

function toMarks(rows: readonly Mark[]): Marks {
  const byTranslation = Map.groupBy(rows, ({ language, field, translation }) => `${language} ${field} ${translation}`)
  const known = ({ language, field, text }: TextInLanguage) => byTranslation.get(`${language} ${field} ${hashOf(text)}`)
  return {
    isCurrent(text) {
      const rowsOfText = known(text)
      if (!rowsOfText) return true
      const source = hashOf(text.source)
      return rowsOfText.some((row) => row.source === source)
    },
    isConfirmed: (text) => known(text)?.some((row) => row.source === hashOf(text.source)) === true,
    newest: (text) => known(text)?.at(-1),
    sources: new Set(rows.map(nameOf)),
    oldestKept: rows.at(-mostKept - 1)?.savedAt,
  }
}

/**
 * Part of every write of texts: a new translation is marked as written for its English text. `before` is what the
 * editor may have started with, the record and its draft: unchanged texts keep their marks. Restoring an old version
 * marks nothing. Resolves to the marks afterwards.
 */
export async function trackTranslations(
  tx: Database,
  key: RecordKey,
  { before, after, isWritten = true }: { before: readonly Texts[]; after: Texts; isWritten?: boolean },
): Promise<Marks> {
  const known = await readMarks(tx, key)
  const unknown = before.flat().filter((text) => isTranslated(text) && !known.newest(text) && !isStillCopy(text, after))
  const written = isWritten ? newTexts(before, after, known).filter((text) => !isCopy(text)) : []
  const news = [...unknown, ...written]
  await store(tx, key, news, known)
  await sweep(tx, key, [...before, after].flat(), known)
  return news.length === 0 && known.oldestKept === undefined ? known : readMarks(tx, key)
}

/** Marks the current translations at `paths` into a language as correct for their English texts. Throws 422. */
export async function confirmTranslations(
  tx: Database,
  key: RecordKey,
  standing: readonly Texts[],
  { language, paths }: { language: OtherLanguage; paths: readonly string[] },
): Promise<void> {
  const texts = inLanguage(standing.flat(), language)
  const isAt = ({ path }: TextInLanguage, name: string) => path === name || path.startsWith(`${name}.`)
  const issues = paths.flatMap((name, index) =>
    texts.some((text) => isAt(text, name)) ? [] : [{ path: `fields.${index}`, message: 'validation.value' }],
  )
  if (issues.length > 0) throw invalid(issues)
  const confirmed = texts.filter((text) => isTranslated(text) && paths.some((name) => isAt(text, name)))
  await store(tx, key, confirmed, await readMarks(tx, key))
}

/** The states of the texts in a language, with the changes of the English text for outdated ones. */
export async function compareTranslations(
  db: Database,
  key: RecordKey,
  all: Texts,
  language: OtherLanguage,
): Promise<ComparedTranslation> {
  const texts = inLanguage(all, language)
  const known = await readMarks(db, key)
  const description = describeTranslation(texts, known)
  const outdated = texts.filter(({ path }) => description.fields[path] === 'outdated')
  const sources = await sourcesOf(
    db,
    key,
    outdated.flatMap((text) => known.newest(text) ?? []),
  )
  const changeOf = (text: TextInLanguage) => ({
    before: sources.get(nameOf(known.newest(text))) ?? null,
    after: text.source,
  })
  return { ...description, changes: Object.fromEntries(outdated.map((text) => [text.path, changeOf(text)])) }
}

export async function dropTranslations(tx: Database, key: RecordKey): Promise<void> {
  await tx.delete(marks).where(isOf(key))
}

/** A copy of the English text counts as an outdated translation once the English text has changed. */
const isStillCopy = (text: TextInLanguage, after: Texts) =>
  isCopy(text) &&
  after.every(
    ({ language, field, source, text: now }) =>
      language !== text.language || field !== text.field || now !== text.text || source === text.source,
  )

const isTranslated = ({ source, text }: TextInLanguage) => source !== '' && text !== ''

/**
 * The new ones among `texts`. In a list the same words may occur several times, and at another position than before: as
 * many as there were before are old, preferably those beside an English text that they are known to fit.
 */
function newTexts(before: readonly Texts[], texts: Texts, known: Marks): TextInLanguage[] {
  const wordsOf = ({ language, field, text }: TextInLanguage) => `${language} ${field} ${text}`
  const pairOf = (text: TextInLanguage) => `${wordsOf(text)}\n${text.source}`
  const left = new Map<string, number>()
  for (const standing of before)
    for (const [words, same] of Map.groupBy(standing, wordsOf))
      left.set(words, Math.max(left.get(words) ?? 0, same.length))
  const pairs = new Set(before.flat().map(pairOf))
  const isKnown = (text: TextInLanguage) =>
    pairs.has(pairOf(text)) || (known.newest(text) !== undefined && known.isCurrent(text))
  return texts
    .filter(isTranslated)
    .toSorted((one, other) => Number(isKnown(other)) - Number(isKnown(one)))
    .filter((text) => {
      const olds = left.get(wordsOf(text)) ?? 0
      left.set(wordsOf(text), olds - 1)
      return olds <= 0
    })
}

async function store(tx: Database, key: RecordKey, texts: Texts, known: Marks): Promise<void> {
  const stored = new Set(known.sources)
  const rows = texts.map(({ language, field, source, text }) => {
    const row = { ...key, language, field, translation: hashOf(text), source: hashOf(source) } as const
    const isStored = stored.has(nameOf(row))
    stored.add(nameOf(row))
    return { ...row, sourceText: isStored ? null : source }
  })
  if (rows.length > 0) await tx.insert(marks).values(rows).onConflictDoNothing()
}

/** Deletes old marks that no current text needs. */
async function sweep(tx: Database, key: RecordKey, standing: Texts, { oldestKept }: Marks): Promise<void> {
  if (oldestKept === undefined) return
  const translations = standing.map(({ text }) => hashOf(text))
  await tx
    .delete(marks)
    .where(and(isOf(key), lt(marks.savedAt, oldestKept), notInArray(marks.translation, translations)))
}

async function sourcesOf(db: Database, key: RecordKey, wanted: readonly Mark[]): Promise<Map<string, string | null>> {
  const sources = wanted.map(({ source }) => source)
  const rows =
    sources.length === 0
      ? []
      : await db
          .select({ language: marks.language, field: marks.field, source: marks.source, text: marks.sourceText })
          .from(marks)
          .where(and(isOf(key), inArray(marks.source, sources), isNotNull(marks.sourceText)))
  return new Map(rows.map((row) => [nameOf(row), row.text]))
}

/** Identifies the English text of a field in the translations into one language. */
const nameOf = (mark: Pick<Mark, 'language' | 'field' | 'source'> | undefined) =>
  `${mark?.language} ${mark?.field} ${mark?.source}`

const isOf = ({ kind, recordId }: RecordKey) => and(eq(marks.kind, kind), eq(marks.recordId, recordId))

const hashOf = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('base64url').slice(0, 22)
