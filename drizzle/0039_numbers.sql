CREATE TABLE "numbers" (
	"path" text NOT NULL,
	"list" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"views" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "numbers_path_list_day_key_pk" PRIMARY KEY("path","list","day","key")
);
--> statement-breakpoint
CREATE TABLE "numbers_keys" (
	"day" date PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "numbers_seen" (
	"path" text NOT NULL,
	"list" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"places" bit(131072) NOT NULL,
	CONSTRAINT "numbers_seen_day_path_list_key_pk" PRIMARY KEY("day","path","list","key")
);
--> statement-breakpoint
CREATE INDEX "numbers_day" ON "numbers" USING btree ("day");