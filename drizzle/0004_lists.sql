DROP INDEX "posts_published_at";--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "author" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_order" ON "posts" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "posts_category" ON "posts" USING btree (btrim(regexp_replace(regexp_replace(replace(regexp_replace(lower(normalize("category", NFKD)), '[[:space:]]+', '-', 'g'), '&', '-and-'), '[^a-z0-9_-]+', '', 'g'), '-{2,}', '-', 'g'), '-'),"published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "projects_order" ON "projects" USING btree ("position" NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "projects_category" ON "projects" USING btree (btrim(regexp_replace(regexp_replace(replace(regexp_replace(lower(normalize("category", NFKD)), '[[:space:]]+', '-', 'g'), '&', '-and-'), '[^a-z0-9_-]+', '', 'g'), '-{2,}', '-', 'g'), '-'),"position" NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "projects_featured" ON "projects" USING btree ("position" NULLS FIRST,"id" DESC NULLS FIRST) WHERE "projects"."is_featured";