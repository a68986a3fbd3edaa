CREATE TABLE "scheduled_records" (
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"publish_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scheduled_records_kind_record_id_pk" PRIMARY KEY("kind","record_id")
);
--> statement-breakpoint
INSERT INTO "scheduled_records" ("kind", "record_id", "publish_at")
SELECT 'post', "id", "published_at" FROM "posts" WHERE "status" = 'published' AND "published_at" > now()
UNION ALL SELECT 'project', "id", "published_at" FROM "projects" WHERE "status" = 'published' AND "published_at" > now();
