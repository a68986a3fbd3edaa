CREATE TABLE "record_translations" (
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"language" text NOT NULL,
	"field" text NOT NULL,
	"translation" text NOT NULL,
	"source" text NOT NULL,
	"source_text" text,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "record_translations_pk" PRIMARY KEY("kind","record_id","language","field","translation","source")
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "translation" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "translation" jsonb;