CREATE TABLE "site_address" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"url" text,
	"former" text[] DEFAULT '{}' NOT NULL,
	"challenge_key" text DEFAULT gen_random_uuid()::text || gen_random_uuid()::text NOT NULL,
	CONSTRAINT "site_address_one_row" CHECK ("site_address"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "owner_settings" ADD COLUMN "mail_server" jsonb;--> statement-breakpoint
ALTER TABLE "owner_settings" ADD COLUMN "mail_from" text;--> statement-breakpoint
ALTER TABLE "owner_settings" ADD COLUMN "mail_to" text[];--> statement-breakpoint
ALTER TABLE "owner_settings" ADD COLUMN "security_contact" text;--> statement-breakpoint
ALTER TABLE "owner_settings" ADD COLUMN "time_zone" text;