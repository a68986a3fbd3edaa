CREATE TABLE "previews" (
	"id" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"address" text NOT NULL,
	"answer" jsonb NOT NULL,
	"language" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "previews_expires_at" ON "previews" USING btree ("expires_at");