CREATE TABLE "custom_pages" (
	"id" serial PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"blocks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'published' NOT NULL,
	"published_at" timestamp (3) with time zone,
	"trashed_from" text,
	"trashed_at" timestamp (3) with time zone,
	"translation" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "custom_pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "custom_pages_slug_not_empty" CHECK ("custom_pages"."slug" <> '')
);
--> statement-breakpoint
CREATE INDEX "custom_pages_listed" ON "custom_pages" USING btree ("id" DESC NULLS FIRST,"status","published_at");--> statement-breakpoint
CREATE INDEX "custom_pages_status" ON "custom_pages" USING btree ("status","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "custom_pages_live" ON "custom_pages" USING btree ("id" DESC NULLS FIRST) WHERE "custom_pages"."status" = 'published';--> statement-breakpoint
CREATE INDEX "custom_pages_by_title" ON "custom_pages" USING btree (lower("title"),"id","status","title");--> statement-breakpoint
CREATE INDEX "custom_pages_by_translation" ON "custom_pages" USING btree (("translation" #>> '{es,state}'),"id" DESC NULLS FIRST,"status","translation");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_pages_spanish_slug" ON "custom_pages" USING btree (nullif("translations" #>> '{es,slug}', ''));--> statement-breakpoint
CREATE FUNCTION "keep_bodiless_record_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    DELETE FROM record_texts WHERE kind = tg_argv[0];
  ELSIF tg_op = 'DELETE' THEN
    DELETE FROM record_texts WHERE kind = tg_argv[0] AND record_id = old.id;
  ELSE
    INSERT INTO record_texts (kind, record_id, status, published_at, text)
      VALUES (tg_argv[0], new.id, new.status, new.published_at, record_text(to_jsonb(new), tg_argv[1:]))
      ON CONFLICT (kind, record_id) DO UPDATE
        SET status = excluded.status, published_at = excluded.published_at, text = excluded.text;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER "custom_pages_text" AFTER INSERT OR DELETE OR UPDATE OF "slug", "title", "translations", "status", "published_at" ON "custom_pages"
  FOR EACH ROW EXECUTE FUNCTION "keep_bodiless_record_text"('custom-page', 'title');--> statement-breakpoint
CREATE TRIGGER "custom_pages_no_text" AFTER TRUNCATE ON "custom_pages" EXECUTE FUNCTION "keep_bodiless_record_text"('custom-page');
