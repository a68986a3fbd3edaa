import { sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'

const words =
  'school building factory model measure energy sensor teacher loom report data learning machine quality image camera process training student class room water heat light plan design result number system method industry tool test signal network project error pattern vision language'.split(
    ' ',
  )
/** Rows of one statement: an embedded database holds up the others for no longer than that takes. */
const atOnce = 2000

/**
 * Stores `count` posts of about 4 KB a language, each of other words: four in five published and one a draft, a third
 * without Spanish, as `translation` tells.
 */
export async function storeManyPosts(db: Database, count: number): Promise<void> {
  for (let from = 1; from <= count; from += atOnce) await storePosts(db, from, Math.min(count, from + atOnce - 1))
  await storeEntries(db)
  await storeScans(db)
  // As a server's autovacuum and the embedded database's upkeep do within a minute.
  for (const table of ['posts', 'record_texts', 'search_entries', 'media_scans'])
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

/** As searches hold them, but for their texts: these are not what is measured, and an hour's work of an embedded database. */
const storeEntries = (db: Database) =>
  db.execute(sql`
    insert into search_entries (kind, record_id, language, version, visible_from, page, params, title, text, title_vector, vector)
    select 'post', id::text, language, version, published_at, '/blog/:slug/', jsonb_build_object('slug', slug), title, '', '', ''
    from posts, unnest(array['en', 'es']) as language
    where status = 'published' and (language = 'en' or translations ? 'es')
    on conflict do nothing`)

/** That none of them names anything of the library is known, as when the site itself has stored them. */
const storeScans = (db: Database) =>
  db.execute(sql`
    insert into media_scans (kind, record_id, version, draft, save, newest)
    select 'post', id::text, version, 0, 0, 0 from posts on conflict do nothing`)

/** So many of the words, which ones `seed` decides. */
const wordsOf = (seed: string, count: number) => sql`(
  select string_agg((string_to_array(${words.join(' ')}::text, ' '))[1 + abs(hashint4((${sql.raw(seed)}) * 1009 + n)) % ${words.length}], ' ' order by n)
  from generate_series(1, ${count}::int) as n)`
