ALTER TABLE "record_revisions" ADD COLUMN "save" integer;--> statement-breakpoint
ALTER TABLE "record_revisions" ADD COLUMN "autosaved_since" timestamp (3) with time zone;