CREATE TABLE "open_windows" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"user_id" integer NOT NULL,
	"username" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "open_windows_record" ON "open_windows" USING btree ("kind","record_id");