CREATE TABLE "search_entries" (
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"visible_from" timestamp (3) with time zone,
	"page" text NOT NULL,
	"params" jsonb NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"title_vector" "tsvector" NOT NULL,
	"vector" "tsvector" NOT NULL,
	CONSTRAINT "search_entries_kind_record_id_language_pk" PRIMARY KEY("kind","record_id","language")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"language" text NOT NULL,
	"word" text NOT NULL,
	"trigrams" text[] NOT NULL,
	CONSTRAINT "search_words_language_word_pk" PRIMARY KEY("language","word")
);
--> statement-breakpoint
CREATE INDEX "search_entries_title" ON "search_entries" USING gin ("title_vector") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "search_entries_text" ON "search_entries" USING gin ("vector") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("trigrams") WITH (gin_pending_list_limit=256);