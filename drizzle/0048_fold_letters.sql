-- As `folded` in text/fold.ts: ligatures and full-width letters are ordinary ones, invisible characters and accents are gone, letters such as ß and ł are spelled in ASCII.
CREATE FUNCTION "fold_text"(told text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(replace(replace(replace(replace(replace(replace(replace(lower(translate(
    regexp_replace(normalize(told, NFKD), '[\u0300-\u036f\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZØøÐðĐđĦħıŁłŊŋĸŦŧƏə', 'abcdefghijklmnopqrstuvwxyzooddddhhillnnkttee')),
    'ẞ', 'ss'), 'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th'), 'þ', 'th')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "record_text"(told jsonb, names text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT fold_text(concat_ws(E'\n',
    (SELECT string_agg(told ->> name, E'\n' ORDER BY place) FROM unnest(names) WITH ORDINALITY AS named (name, place)),
    told ->> 'slug',
    (SELECT string_agg(said.texts ->> name, E'\n' ORDER BY said.language, place)
      FROM jsonb_each(told -> 'translations') AS said (language, texts), unnest(names) WITH ORDINALITY AS named (name, place))
  ))
$$;--> statement-breakpoint
UPDATE "posts" SET "slug" = "slug" WHERE "id" IN (SELECT "record_id" FROM "record_texts" WHERE "kind" = 'post' AND fold_text("text") <> "text");--> statement-breakpoint
UPDATE "projects" SET "slug" = "slug" WHERE "id" IN (SELECT "record_id" FROM "record_texts" WHERE "kind" = 'project' AND fold_text("text") <> "text");--> statement-breakpoint
UPDATE "custom_pages" SET "slug" = "slug" WHERE "id" IN (SELECT "record_id" FROM "record_texts" WHERE "kind" = 'custom-page' AND fold_text("text") <> "text");--> statement-breakpoint
UPDATE "media" SET "words" = fold_text("words") WHERE fold_text("words") <> "words";--> statement-breakpoint
-- The job that indexes what searches do not find yet takes up entries of another version; a changed title makes it read all words anew.
UPDATE "search_entries" SET "version" = -1, "title" = "title" || ' '
  WHERE fold_text("title" || ' ' || "text") <> lower(translate(regexp_replace(normalize("title" || ' ' || "text", NFD), '[\u0300-\u036f]', '', 'g'), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'));
