CREATE TABLE "media_scans" (
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"version" integer NOT NULL,
	"draft" integer NOT NULL,
	"save" integer NOT NULL,
	"newest" integer NOT NULL,
	CONSTRAINT "media_scans_kind_record_id_pk" PRIMARY KEY("kind","record_id")
);
