import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'

const words =
  'school building factory model measure energy sensor teacher loom report data learning machine quality image camera process training student class room water heat light plan design result number system method industry tool test signal network project error pattern vision language'.split(
    ' ',
  )
/** Rows of one statement, because it blocks the embedded database while it runs. */
const atOnce = 2000

/**
 * Stores `count` posts of about 4 KB per language, each with different words: four in five published and one a draft, a
 * third without Spanish, as stored in `translation`.
 */
export async function storeManyPosts(db: Database, count: number): Promise<void> {
  for (let from = 1; from <= count; from += atOnce) await storePosts(db, from, Math.min(count, from + atOnce - 1))
  for (let from = 1; from <= count; from += atOnce) {
    await storeEntries(db, from, from + atOnce - 1)
    await storeWords(db, from, from + atOnce - 1)
  }
  await storeScans(db)
  // What autovacuum, or the maintenance of the embedded database, does within a minute.
  for (const table of ['posts', 'record_texts', 'search_entries', 'search_words', 'media_scans'])
    await db.execute(sql.raw(`vacuum (analyze) ${table}`))
}

const storePosts = (db: Database, from: number, to: number) =>
  db.execute(sql`
    insert into posts (slug, title, excerpt, image_url, category, author, content, translations, status, published_at, version, translation)
    select 'post-' || i, initcap(${wordsOf('i', 4)}) || ' ' || i, 'Post ' || i || ' tells of ' || ${wordsOf('i * 7', 12)} || '.',
      '/images/starter/classroom.webp', (array['Schools', 'Factories', 'Buildings', 'Research & Development'])[1 + i % 4],
      'Ada Lovelace', '<h2>Beginning</h2><p>' || ${wordsOf('i * 13', 300)} || '</p><h2>End</h2><p>' || ${wordsOf('i * 17', 300)} || '</p>',
      case when i % 3 = 0 then '{}'::jsonb else jsonb_build_object('es', jsonb_build_object('title', 'Educación ' || i || ' ' || ${wordsOf('i * 3', 4)},
        'excerpt', 'Un extracto: ' || ${wordsOf('i * 5', 12)}, 'content', '<p>' || ${wordsOf('i * 19', 600)} || '</p>')) end,
      case when i % 5 = 0 then 'draft' else 'published' end, date_trunc('milliseconds', now()) - i * interval '7 minutes', 1,
      jsonb_build_object('version', 1, 'es', jsonb_build_object('state', case when i % 3 = 0 then 'missing' else 'complete' end, 'fields', '{}'::jsonb))
    from generate_series(${from}::int, ${to}::int) as i`)

/** Search entries with a short text: indexing whole posts takes an embedded database an hour. */
const storeEntries = (db: Database, from: number, to: number) =>
  db.execute(sql`
    insert into search_entries (kind, record_id, language, version, visible_from, page, params, title, text, title_vector, vector)
    select 'post', id::text, language, version, published_at, '/blog/:slug/', jsonb_build_object('slug', slug), title, text,
      to_tsvector('english', title), setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', text), 'D')
    from posts, unnest(array['en', 'es']) as language,
      lateral (select ${wordsOf('id * 11', 40)} || ' ' || ${rare(sql`id`)} as text) as told
    where id between ${from} and ${to} and status = 'published' and (language = 'en' or translations ? 'es')
    on conflict do nothing`)

/** The words of those texts, one unique to each post, with their trigrams. */
const storeWords = (db: Database, from: number, to: number) =>
  db.execute(sql`
    insert into search_words (language, word, trigrams)
    select language, word, array(select distinct substr('  ' || word || ' ', at, 3) from generate_series(1, length(word) + 1) as at)
    from unnest(array['en', 'es']) as language, (
      select ${rare(sql`i`)} as word from generate_series(${from}::int, ${to}::int) as i
      union select unnest(string_to_array(${words.join(' ')}::text, ' '))) as every
    on conflict do nothing`)

/** SQL: the same as `rareWord`. */
export const rare = (id: SQL) => sql`left(translate(md5(${id}::text), '0123456789', 'ghijklmnop'), 8)`

/** The eight-letter word that only one post contains. */
export const rareWord = (id: number) =>
  new Bun.CryptoHasher('md5')
    .update(String(id))
    .digest('hex')
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)

/** Records that no post uses a file of the library, as the site itself does after a save. */
const storeScans = (db: Database) =>
  db.execute(sql`
    insert into media_scans (kind, record_id, version, draft, save, newest)
    select 'post', id::text, version, 0, 0, 0 from posts on conflict do nothing`)

/** SQL: `count` of the words, selected by `seed`. */
const wordsOf = (seed: string, count: number) => sql`(
  select string_agg((string_to_array(${words.join(' ')}::text, ' '))[1 + abs(hashint4((${sql.raw(seed)}) * 1009 + n)) % ${words.length}], ' ' order by n)
  from generate_series(1, ${count}::int) as n)`
