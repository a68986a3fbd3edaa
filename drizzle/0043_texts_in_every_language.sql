CREATE OR REPLACE FUNCTION "record_text"(told jsonb, names text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(regexp_replace(normalize(concat_ws(E'\n',
    (SELECT string_agg(told ->> name, E'\n' ORDER BY place) FROM unnest(names) WITH ORDINALITY AS named (name, place)),
    told ->> 'slug',
    (SELECT string_agg(said.texts ->> name, E'\n' ORDER BY said.language, place)
      FROM jsonb_each(told -> 'translations') AS said (language, texts), unnest(names) WITH ORDINALITY AS named (name, place))
  ), NFD), '[\u0300-\u036f]', '', 'g'))
$$;
