CREATE TABLE "missing_paths" (
	"path" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" serial PRIMARY KEY NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"kind" text NOT NULL,
	"record_kind" text,
	"record_id" text,
	"hits" integer DEFAULT 0 NOT NULL,
	"last_hit_at" timestamp (3) with time zone,
	CONSTRAINT "redirects_from_unique" UNIQUE("from")
);
--> statement-breakpoint
CREATE INDEX "missing_paths_count" ON "missing_paths" USING btree ("count" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "redirects_record" ON "redirects" USING btree ("record_kind","record_id");