CREATE TABLE "waitlist_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"subscriber_id" integer NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "waitlist_subscribers" ADD COLUMN "state" text DEFAULT 'unasked' NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_subscribers" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_subscribers" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_subscribers" ADD COLUMN "unsubscribed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_links" ADD CONSTRAINT "waitlist_links_subscriber_id_waitlist_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."waitlist_subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waitlist_links_subscriber_id" ON "waitlist_links" USING btree ("subscriber_id");