CREATE TABLE "backup_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"every" text,
	"hour" integer NOT NULL,
	"keep" integer NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backup_settings_one_row" CHECK ("backup_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" serial PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"place" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"fault" text,
	"detail" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"alive_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backups_file_unique" UNIQUE("file")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "backups_one_running" ON "backups" USING btree ("state") WHERE "backups"."state" = 'running';