CREATE TABLE "media" (
	"id" serial PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"address_name" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer,
	"height" integer,
	"frames" integer DEFAULT 1 NOT NULL,
	"colour" text,
	"alt_en" text DEFAULT '' NOT NULL,
	"alt_es" text DEFAULT '' NOT NULL,
	"decorative" boolean DEFAULT false NOT NULL,
	"focus_x" double precision DEFAULT 0.5 NOT NULL,
	"focus_y" double precision DEFAULT 0.5 NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "media_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "media_uses" (
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"media_id" integer NOT NULL,
	"field" text NOT NULL,
	"place" text NOT NULL,
	"since" integer DEFAULT 0 NOT NULL,
	"until" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "media_uses_pk" PRIMARY KEY("kind","record_id","media_id","field","place","since")
);
--> statement-breakpoint
CREATE INDEX "media_uses_media" ON "media_uses" USING btree ("media_id");