CREATE TABLE "record_drafts" (
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"saved_by_id" integer,
	"saved_by_name" text,
	"values" jsonb NOT NULL,
	CONSTRAINT "record_drafts_kind_record_id_pk" PRIMARY KEY("kind","record_id")
);
--> statement-breakpoint
CREATE TABLE "record_revisions" (
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"saved_by_id" integer,
	"saved_by_name" text,
	"restored_from" integer,
	"base" integer,
	"head" integer DEFAULT 0 NOT NULL,
	"tail" integer DEFAULT 0 NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "record_revisions_kind_record_id_version_pk" PRIMARY KEY("kind","record_id","version")
);
--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "published_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "trashed_from" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "trashed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "trashed_from" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "trashed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "position" integer;--> statement-breakpoint
UPDATE "projects" SET "published_at" = "updated_at" WHERE "published_at" IS NULL;
