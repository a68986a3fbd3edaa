DROP INDEX "posts_order";--> statement-breakpoint
DROP INDEX "posts_title";--> statement-breakpoint
DROP INDEX "posts_category";--> statement-breakpoint
DROP INDEX "projects_order";--> statement-breakpoint
DROP INDEX "projects_title";--> statement-breakpoint
DROP INDEX "projects_category";--> statement-breakpoint
CREATE INDEX "posts_listed" ON "posts" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","category","author");--> statement-breakpoint
CREATE INDEX "posts_status" ON "posts" USING btree ("status","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "posts_by_title" ON "posts" USING btree (lower("title"),"id","status","title","category");--> statement-breakpoint
CREATE INDEX "posts_by_category" ON "posts" USING btree (btrim(regexp_replace(regexp_replace(replace(regexp_replace(lower(normalize("category", NFKD)), '[[:space:]]+', '-', 'g'), '&', '-and-'), '[^a-z0-9_-]+', '', 'g'), '-{2,}', '-', 'g'), '-'),"published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","category");--> statement-breakpoint
CREATE INDEX "posts_by_translation" ON "posts" USING btree (("translation" #>> '{es,state}'),"published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","translation");--> statement-breakpoint
CREATE INDEX "projects_listed" ON "projects" USING btree ("position" NULLS FIRST,"id" DESC NULLS FIRST,"status","category","type","is_featured","published_at");--> statement-breakpoint
CREATE INDEX "projects_status" ON "projects" USING btree ("status","position" NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "projects_by_title" ON "projects" USING btree (lower("title"),"id","status","title","category");--> statement-breakpoint
CREATE INDEX "projects_by_category" ON "projects" USING btree (btrim(regexp_replace(regexp_replace(replace(regexp_replace(lower(normalize("category", NFKD)), '[[:space:]]+', '-', 'g'), '&', '-and-'), '[^a-z0-9_-]+', '', 'g'), '-{2,}', '-', 'g'), '-'),"position" NULLS FIRST,"id" DESC NULLS FIRST,"status","published_at","category");--> statement-breakpoint
CREATE INDEX "projects_by_translation" ON "projects" USING btree (("translation" #>> '{es,state}'),"position" NULLS FIRST,"id" DESC NULLS FIRST,"status","translation");