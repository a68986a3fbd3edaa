DROP INDEX "posts_by_category";--> statement-breakpoint
DROP INDEX "projects_by_category";--> statement-breakpoint
CREATE INDEX "posts_in_category" ON "posts" USING btree ("category","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status");--> statement-breakpoint
CREATE INDEX "projects_in_category" ON "projects" USING btree ("category","position" NULLS FIRST,"id" DESC NULLS FIRST,"status","published_at");