import { and, eq, getTableColumns, inArray, isNotNull, lt, notInArray } from 'drizzle-orm'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { invalid } from '#contract/http-error'
import { isCopy } from './copied-text'
import type { RecordKey } from '#records/history/revisions'
import { recordTranslations as marks } from '#records/table'
import { inLanguage, describeTranslation, type TextInLanguage } from './translated-texts'
import type { ComparedTranslation } from './translation-contract'

/** So many of a record's are kept at least; what still stands is kept besides. */
const mostKept = 5000

const { sourceText: _, ...listed } = getTableColumns(marks)
type Mark = Omit<typeof marks.$inferSelect, 'sourceText'>
/** All texts of a record, or of a draft of it, in each language. */
type Texts = readonly TextInLanguage[]

/**
 * Which translations were written for which English. A translation of which nothing is known was stored before anyone
 * kept account: it counts as right for whatever it stands beside.
 */
export type Marks = {
  isCurrent(text: TextInLanguage): boolean
  /** Somebody has said that it is right, or written it. */
  isConfirmed(text: TextInLanguage): boolean
  newest(text: TextInLanguage): Mark | undefined
  sources: ReadonlySet<string>
  oldestKept: string | undefined
}

/** Of one record; `marksOf` reads those of many. */
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
 * Part of every write of texts: what was written now was written for the English beside it. `before` is all that the
 * writer may have begun with, the record and its draft: what comes from there is as right as it was. Whoever brings an
 * old version back writes nothing. Resolves to what is known then.
 */
export async function noteTranslations(
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

/** The translations at `paths` into a language, as they stand now, are right for the English beside them. Throws 422. */
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

/** How the texts stand in a language, with what has changed in the English of those that are outdated. */
export async function compareTranslations(
  db: Database,
  key: RecordKey,
  all: Texts,
  language: OtherLanguage,
): Promise<ComparedTranslation> {
  const texts = inLanguage(all, language)
  const known = await readMarks(db, key)
  const told = describeTranslation(texts, known)
  const outdated = texts.filter(({ path }) => told.fields[path] === 'outdated')
  const sources = await sourcesOf(
    db,
    key,
    outdated.flatMap((text) => known.newest(text) ?? []),
  )
  const changeOf = (text: TextInLanguage) => ({
    before: sources.get(nameOf(known.newest(text))) ?? null,
    after: text.source,
  })
  return { ...told, changes: Object.fromEntries(outdated.map((text) => [text.path, changeOf(text)])) }
}

export async function dropTranslations(tx: Database, key: RecordKey): Promise<void> {
  await tx.delete(marks).where(isOf(key))
}

/** What was copied from the English counts as its translation once the English has changed: as one that is outdated. */
const isStillCopy = (text: TextInLanguage, after: Texts) =>
  isCopy(text) &&
  after.every(
    ({ language, field, source, text: now }) =>
      language !== text.language || field !== text.field || now !== text.text || source === text.source,
  )

const isTranslated = ({ source, text }: TextInLanguage) => source !== '' && text !== ''

/**
 * What of `texts` nobody had before. The same words may stand in a list several times, and in another place than
 * before: as many as there were are the old ones, those first that stand beside an English that they are known to fit.
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
  const told = new Set(known.sources)
  const rows = texts.map(({ language, field, source, text }) => {
    const row = { ...key, language, field, translation: hashOf(text), source: hashOf(source) } as const
    const isTold = told.has(nameOf(row))
    told.add(nameOf(row))
    return { ...row, sourceText: isTold ? null : source }
  })
  if (rows.length > 0) await tx.insert(marks).values(rows).onConflictDoNothing()
}

/** Whoever types for years leaves a trace that nobody follows. */
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

/** The English of a field, as it is known for the translations into one language. */
const nameOf = (mark: Pick<Mark, 'language' | 'field' | 'source'> | undefined) =>
  `${mark?.language} ${mark?.field} ${mark?.source}`

const isOf = ({ kind, recordId }: RecordKey) => and(eq(marks.kind, kind), eq(marks.recordId, recordId))

const hashOf = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('base64url').slice(0, 22)
