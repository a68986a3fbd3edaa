CREATE TABLE "find_entries" (
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"draft" integer NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"folded_title" text NOT NULL,
	"texts" jsonb NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "find_entries_kind_record_id_language_pk" PRIMARY KEY("kind","record_id","language")
);
--> statement-breakpoint
CREATE INDEX "find_entries_words" ON "find_entries" USING gin ("words") WITH (gin_pending_list_limit=256);--> statement-breakpoint
-- Titles are compared row by row: the texts are kept apart from them.
ALTER TABLE "find_entries" SET (toast_tuple_target = 128);