CREATE TABLE "feed_ids" (
	"post_id" integer NOT NULL,
	"language" text NOT NULL,
	"uri" text NOT NULL,
	CONSTRAINT "feed_ids_post_id_language_pk" PRIMARY KEY("post_id","language"),
	CONSTRAINT "feed_ids_uri_unique" UNIQUE("uri")
);
--> statement-breakpoint
-- So far the ids were the URLs.
INSERT INTO "feed_ids" ("post_id", "language", "uri")
  SELECT "id", 'en', '/blog/' || "slug" || '/' FROM "posts" WHERE 'published' IN ("status", "trashed_from");--> statement-breakpoint
INSERT INTO "feed_ids" ("post_id", "language", "uri")
  SELECT "id", 'es', '/es/blog/' || coalesce(nullif("translations" #>> '{es,slug}', ''), "slug") || '/' FROM "posts" WHERE 'published' IN ("status", "trashed_from")
  ON CONFLICT DO NOTHING;
