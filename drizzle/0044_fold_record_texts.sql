-- In a Turkish database `lower('I')` is no `i`. The letters of ASCII are folded without the database's collation.
CREATE OR REPLACE FUNCTION "record_text"(told jsonb, names text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(translate(regexp_replace(normalize(concat_ws(E'\n',
    (SELECT string_agg(told ->> name, E'\n' ORDER BY place) FROM unnest(names) WITH ORDINALITY AS named (name, place)),
    told ->> 'slug',
    (SELECT string_agg(said.texts ->> name, E'\n' ORDER BY said.language, place)
      FROM jsonb_each(told -> 'translations') AS said (language, texts), unnest(names) WITH ORDINALITY AS named (name, place))
  ), NFD), '[\u0300-\u036f]', '', 'g'), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))
$$;--> statement-breakpoint
UPDATE "posts" SET "slug" = "slug" WHERE lower('I') <> 'i';--> statement-breakpoint
UPDATE "projects" SET "slug" = "slug" WHERE lower('I') <> 'i';--> statement-breakpoint
UPDATE "custom_pages" SET "slug" = "slug" WHERE lower('I') <> 'i';
