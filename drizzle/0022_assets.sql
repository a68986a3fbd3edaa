CREATE TABLE "assets" (
	"path" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"etag" text NOT NULL,
	"modified" text NOT NULL,
	"encoding" text,
	"body" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "assets_used_at" ON "assets" USING btree ("used_at");