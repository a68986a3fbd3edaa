ALTER TABLE "newsletters" ALTER COLUMN "post" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "title" jsonb;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "body" jsonb;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "joined_from" date;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "joined_until" date;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "reader_state" text DEFAULT 'confirmed' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "untranslated" text DEFAULT 'send' NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_subscribers" ADD COLUMN "welcomed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "owner_settings" ADD COLUMN "sign_up" text DEFAULT 'waitlist' NOT NULL;--> statement-breakpoint
ALTER TABLE "owner_settings" ADD COLUMN "welcome" jsonb;