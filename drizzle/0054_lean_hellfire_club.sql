CREATE TABLE "sample_removals" (
	"id" serial PRIMARY KEY NOT NULL,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"removed" integer NOT NULL,
	"changes" jsonb NOT NULL
);
