CREATE INDEX "posts_title" ON "posts" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "projects_title" ON "projects" USING btree (lower("title"),"id");