CREATE TABLE "media_former" (
	"hash" text PRIMARY KEY NOT NULL,
	"media_id" integer NOT NULL
);
--> statement-breakpoint
UPDATE "media" SET "colour" = NULL WHERE "mime" <> 'image/jpeg';