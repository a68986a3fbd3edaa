CREATE TABLE "checklist_dismissals" (
	"key" text PRIMARY KEY NOT NULL,
	"dismissed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_answers" (
	"url" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'unsure' NOT NULL,
	"status" integer,
	"checked_at" timestamp (3) with time zone,
	"is_due" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_checks" (
	"id" integer PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"is_running" boolean NOT NULL,
	"holder" text,
	"lease_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "record_links" (
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"links" jsonb NOT NULL,
	CONSTRAINT "record_links_kind_record_id_pk" PRIMARY KEY("kind","record_id")
);
--> statement-breakpoint
ALTER TABLE "owner_settings" ADD COLUMN "backed_up_at" timestamp (3) with time zone;