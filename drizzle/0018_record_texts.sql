CREATE TABLE "record_texts" (
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"status" text NOT NULL,
	"published_at" timestamp (3) with time zone,
	"text" text NOT NULL,
	CONSTRAINT "record_texts_kind_record_id_pk" PRIMARY KEY("kind","record_id")
);
--> statement-breakpoint
CREATE INDEX "record_texts_order" ON "record_texts" USING btree ("kind","published_at" DESC NULLS FIRST,"record_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE FUNCTION "record_text"(told jsonb, names text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(regexp_replace(normalize(concat_ws(E'\n',
    (SELECT string_agg(told ->> name, E'\n' ORDER BY place) FROM unnest(names) WITH ORDINALITY AS named (name, place)),
    told ->> 'slug',
    (SELECT string_agg(told #>> ARRAY['translations', 'es', name], E'\n' ORDER BY place) FROM unnest(names) WITH ORDINALITY AS named (name, place))
  ), NFD), '[\u0300-\u036f]', '', 'g'))
$$;--> statement-breakpoint
CREATE FUNCTION "keep_record_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    DELETE FROM record_texts WHERE kind = tg_argv[0];
  ELSIF tg_op = 'DELETE' THEN
    DELETE FROM record_texts WHERE kind = tg_argv[0] AND record_id = old.id;
  ELSE
    new.content := '';
    INSERT INTO record_texts (kind, record_id, status, published_at, text)
      VALUES (tg_argv[0], new.id, new.status, new.published_at, record_text(to_jsonb(new), tg_argv[1:]))
      ON CONFLICT (kind, record_id) DO UPDATE
        SET status = excluded.status, published_at = excluded.published_at, text = excluded.text;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER "posts_text" AFTER INSERT OR DELETE OR UPDATE OF "slug", "title", "excerpt", "category", "author", "translations", "status", "published_at" ON "posts"
  FOR EACH ROW EXECUTE FUNCTION "keep_record_text"('post', 'title', 'excerpt', 'category', 'author');--> statement-breakpoint
CREATE TRIGGER "posts_no_text" AFTER TRUNCATE ON "posts" EXECUTE FUNCTION "keep_record_text"('post');--> statement-breakpoint
CREATE TRIGGER "projects_text" AFTER INSERT OR DELETE OR UPDATE OF "slug", "title", "description", "category", "translations", "status", "published_at" ON "projects"
  FOR EACH ROW EXECUTE FUNCTION "keep_record_text"('project', 'title', 'description', 'category');--> statement-breakpoint
CREATE TRIGGER "projects_no_text" AFTER TRUNCATE ON "projects" EXECUTE FUNCTION "keep_record_text"('project');--> statement-breakpoint
INSERT INTO "record_texts" ("kind", "record_id", "status", "published_at", "text")
  SELECT 'post', "id", "status", "published_at", record_text(jsonb_build_object('title', "title", 'excerpt', "excerpt", 'category', "category", 'author', "author", 'slug', "slug", 'translations', "translations"), ARRAY['title', 'excerpt', 'category', 'author']) FROM "posts";--> statement-breakpoint
INSERT INTO "record_texts" ("kind", "record_id", "status", "published_at", "text")
  SELECT 'project', "id", "status", "published_at", record_text(jsonb_build_object('title', "title", 'description', "description", 'category', "category", 'slug', "slug", 'translations', "translations"), ARRAY['title', 'description', 'category']) FROM "projects";
